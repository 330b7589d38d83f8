import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import { keys } from './keys'

/** The address of the signed-in user's calendar feed, if they have one. */
export const feedQuery = () =>
  queryOptions({ queryKey: keys.feed, queryFn: ({ signal }) => call(sdk.getCalendarFeed({ signal })) })

/** Creates a new private address; the previous one becomes invalid. */
export const renewFeed = () => call(sdk.renewCalendarFeed())

export const endFeed = () => call(sdk.deleteCalendarFeed())
