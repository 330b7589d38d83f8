import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { exportAccount } from '@/api/account'
import { errorText } from '@/api/errorText'
import { accountCopy } from '@/copy/account'
import { saveFile } from '@/lib/saveFile'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Account.module.css'

const copy = accountCopy.export
const FILE_NAME = 'my-data.json'

/** Downloads all stored data of the user as a file. */
export function ExportData() {
  const exporting = useMutation({
    mutationFn: exportAccount,
    onSuccess: (data) => {
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), FILE_NAME)
      toastSuccess(copy.done)
    },
    onError: (error) => toastError(errorText(error, copy.failed)),
  })
  return (
    <section className={classes.card} aria-labelledby="own-data">
      <h2 id="own-data">{copy.title}</h2>
      <p className={classes.hint}>{copy.hint}</p>
      <Button
        variant="default"
        mt="md"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {copy.button}
      </Button>
    </section>
  )
}
