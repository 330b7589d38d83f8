import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { serverFirstErrorText } from '@/api/errorText'
import { adminActionsCopy as copy } from '@/copy/adminActions'
import { saveFile } from '@/lib/saveFile'
import { toastError } from '@/ui/toast'
import { ActionButton } from './ActionButton'
import { useAdminToday } from './useAdminToday'

interface CsvButtonProps {
  /** Beginning of the file name. */
  name: string
  /** Loads the file with all rows that match the filters of the list. */
  load: () => Promise<Blob>
  /** Why the administrator may not export it, or `null`. */
  disabledReason?: string | null
}

/** Downloads the filtered list as a CSV file. Fetched rather than linked, so that an error can be shown. */
export function CsvButton({ name, load, disabledReason = null }: CsvButtonProps) {
  const today = useAdminToday()
  const exporting = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, `${name}-${today}.csv`),
    onError: (error) => toastError(serverFirstErrorText(error, copy.exportFailed)),
  })
  return (
    <ActionButton
      size="md"
      disabledReason={disabledReason}
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {copy.export}
    </ActionButton>
  )
}
