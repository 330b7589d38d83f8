import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import { keys } from './keys'
import { timedFetch } from './timedFetch'
import type { AppConfig } from './types'

let pendingConfig: Promise<AppConfig> | null = null
let loadedConfig: AppConfig | undefined

/**
 * Loads the installation's configuration once per page. After a failure the next caller retries.
 * Without a token: obtaining one depends on the configuration.
 */
export function loadConfig(): Promise<AppConfig> {
  pendingConfig ??= call(sdk.getConfig({ fetch: timedFetch }))
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
