import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where toasts appear. Loaded after the page: no page begins with one. */
export function Toasts() {
  return <Notifications position="top-right" limit={4} zIndex={400} />
}
