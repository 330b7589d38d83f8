import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Container of toasts. Loaded after the page, because no page starts with a toast. */
export function Toasts() {
  return <Notifications position="top-right" limit={4} zIndex={400} />
}
