import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { uiCopy } from '@/copy/ui'
import { IconAction } from './IconAction'

/** Light or dark, remembered in this browser. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <IconAction
      label={isDark ? uiCopy.toLight : uiCopy.toDark}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </IconAction>
  )
}
