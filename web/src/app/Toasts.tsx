import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { dismissEarlierToasts } from '@/ui/toast'
import classes from './Toasts.module.css'

/** Container of toasts. Loaded after the page, because no page starts with a toast. */
export function Toasts() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
        if (fromLocation && hrefChanged) dismissEarlierToasts()
      }),
    [router],
  )
  return <Notifications position="bottom-center" limit={4} zIndex={400} className={classes.toasts} />
}
