import { useMediaQuery } from '@mantine/hooks'

/** Whether the page is at least 768 px wide, the point below which everything is one column (SPEC §9). */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
}
