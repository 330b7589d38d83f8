import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import { keys } from './keys'
import type { AppConfig } from './types'

let pendingConfig: Promise<AppConfig> | null = null
let loadedConfig: AppConfig | undefined

/** The configuration is public, and obtaining a token depends on it. */
const fetchWithoutToken: typeof fetch = (input, init) => fetch(input, init)

/** Loads the installation's configuration once per page. After a failure the next caller retries. */
export function loadConfig(): Promise<AppConfig> {
  pendingConfig ??= call(sdk.getConfig({ fetch: fetchWithoutToken }))
    .then((config) => {
      loadedConfig = config
      return config
    })
    .catch((error: unknown) => {
      pendingConfig = null
      throw error
    })
  return pendingConfig
}

export const configQuery = () =>
  queryOptions({
    queryKey: keys.config,
    queryFn: loadConfig,
    initialData: () => loadedConfig,
    staleTime: Number.POSITIVE_INFINITY,
  })
