import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { endFeed as endFeedCall, getFeed, renewFeed as renewFeedCall } from './gen/sdk.gen'
import { keys } from './keys'

/** Where the signed-in person's calendar is, if it is anywhere. */
export const feedQuery = () =>
  queryOptions({ queryKey: keys.feed, queryFn: ({ signal }) => call(getFeed({ signal })) })

/** A new private address; the one before ends. */
export const renewFeed = () => call(renewFeedCall())

export const endFeed = () => call(endFeedCall())
