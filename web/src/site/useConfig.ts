import { useEffect, useState } from 'react'
import type { AppConfig } from '@/api/types'

/** The configuration of this installation, read after the page shows; the prerendered page knows none. */
export function useConfig(): AppConfig | null {
  const [config, setConfig] = useState<AppConfig | null>(null)
  useEffect(() => {
    let gone = false
    import('@/api/config')
      .then(({ loadConfig }) => loadConfig())
      .then((read) => !gone && setConfig(read))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [])
  return config
}
