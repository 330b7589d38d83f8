import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config'
import type { AppConfig } from './types'

/** The installation's configuration. The route guards load it before any page renders. */
export function useAppConfig(): AppConfig | undefined {
  return useQuery(configQuery()).data
}
