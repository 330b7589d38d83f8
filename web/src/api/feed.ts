import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { endFeed as endFeedCall, getFeed, renewFeed as renewFeedCall } from './gen/sdk.gen'
import { keys } from './keys'

/** The address of the signed-in user's calendar feed, if they have one. */
export const feedQuery = () =>
  queryOptions({ queryKey: keys.feed, queryFn: ({ signal }) => call(getFeed({ signal })) })

/** Creates a new private address; the previous one becomes invalid. */
export const renewFeed = () => call(renewFeedCall())

export const endFeed = () => call(endFeedCall())
