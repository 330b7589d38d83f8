import { Modal, type ModalProps } from '@mantine/core'
import { useBackCloses } from './useBackCloses'

/** A modal dialog that the browser's Back closes. */
export function Dialog(props: ModalProps) {
  useBackCloses(props.opened, props.onClose)
  return <Modal {...props} />
}
