import { Skeleton, VisuallyHidden } from '@mantine/core'

/** Placeholder while data is loading, at about the height of the content. */
export function Loading({ label, height }: { label: string; height: number }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={height} radius="lg" />
    </div>
  )
}
