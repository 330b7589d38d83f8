import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config'
import type { AppConfig } from './types'

/** The configuration of this installation. The guards have read it before any page shows. */
export function useAppConfig(): AppConfig | undefined {
  return useQuery(configQuery()).data
}
