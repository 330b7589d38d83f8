import { Button, type ButtonProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ButtonHTMLAttributes } from 'react'

type DangerButtonProps = ButtonProps & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps>

/**
 * A button whose effect cannot be undone. Outlined and with a warning icon, because its red is close
 * to the brand colour of primary buttons.
 */
export function DangerButton(props: DangerButtonProps) {
  return (
    <Button
      variant="outline"
      color="red"
      leftSection={<IconAlertTriangle size={18} stroke={1.7} aria-hidden />}
      {...props}
    />
  )
}
