import type { UseFormReturnType } from '@mantine/form'
import { endAfterMove, type HoursValues } from './hoursForm'
import { TimeSelect, type TimeSelectProps } from './TimeSelect'

interface StartTimeSelectProps extends Omit<TimeSelectProps, 'kind' | 'form'> {
  form: UseFormReturnType<HoursValues>
  /** The path of the range in the form, such as `rows.0`. */
  path: string
  range: { start: string; end: string }
}

/** Selects the start of a range. The end moves with it when the start passes the end. */
export function StartTimeSelect({ form, path, range, ...props }: StartTimeSelectProps) {
  const { onChange, ...field } = form.getInputProps(`${path}.start`)
  const move = (start: string | null) => {
    const end = endAfterMove(range, start ?? '')
    onChange(start)
    if (end !== range.end) form.setFieldValue(`${path}.end`, end)
  }
  return <TimeSelect kind="start" {...props} {...field} onChange={move} />
}
