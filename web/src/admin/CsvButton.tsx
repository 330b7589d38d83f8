import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { serverFirstErrorText } from '@/api/errorText'
import { adminActionsCopy as copy } from '@/copy/adminActions'
import { type CsvColumn, toCsv } from '@/lib/csv'
import { saveFile } from '@/lib/saveFile'
import { toastError } from '@/ui/toast'
import { useAdminToday } from './useAdminToday'

interface CsvButtonProps<T> {
  /** Beginning of the file name. */
  name: string
  columns: readonly CsvColumn<T>[]
  /** Loads all rows that match the filters of the list. */
  load: () => Promise<T[]>
}

/** Downloads the filtered list as a CSV file. */
export function CsvButton<T>({ name, columns, load }: CsvButtonProps<T>) {
  const today = useAdminToday()
  const exporting = useMutation({
    mutationFn: load,
    onSuccess: (rows) => saveFile(toCsv(columns, rows), `${name}-${today}.csv`),
    onError: (error) => toastError(serverFirstErrorText(error, copy.exportFailed)),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {copy.export}
    </Button>
  )
}
