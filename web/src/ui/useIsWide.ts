import { useMediaQuery } from '@mantine/hooks'

/** Whether the page is at least 768 px wide; below, the layout has one column (SPEC §9). */
export function useIsWide(): boolean {
  return useIsAtLeast(48)
}

/** Whether a second column or a week fits beside the side menu: at least 992 px. */
export function useIsDesktop(): boolean {
  return useIsAtLeast(62)
}

/** Whether there is space for a table of many columns beside the menu. */
export function useIsVeryWide(): boolean {
  return useIsAtLeast(68)
}

function useIsAtLeast(em: number): boolean {
  return useMediaQuery(`(min-width: ${em}em)`, true, { getInitialValueInEffect: false })
}
