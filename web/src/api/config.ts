import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { getConfig } from './gen/sdk.gen'
import { keys } from './keys'
import type { AppConfig } from './types'

let reading: Promise<AppConfig> | null = null
let known: AppConfig | undefined

/** Public, and what finding the token waits for: so it goes without one. */
const plainFetch: typeof fetch = (input, init) => fetch(input, init)

/** The configuration of this installation, read once per page. A failed reading is tried anew by the next caller. */
export function loadConfig(): Promise<AppConfig> {
  reading ??= call(getConfig({ fetch: plainFetch }))
    .then((config) => {
      known = config
      return config
    })
    .catch((error: unknown) => {
      reading = null
      throw error
    })
  return reading
}

export const configQuery = () =>
  queryOptions({
    queryKey: keys.config,
    queryFn: loadConfig,
    initialData: () => known,
    staleTime: Number.POSITIVE_INFINITY,
  })
