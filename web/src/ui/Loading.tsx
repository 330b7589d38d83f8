import { Skeleton, VisuallyHidden } from '@mantine/core'

/** Stands in for what is being read, at about its height, and says so. */
export function Loading({ words, height }: { words: string; height: number }) {
  return (
    <div role="status">
      <VisuallyHidden>{words}</VisuallyHidden>
      <Skeleton height={height} radius="lg" />
    </div>
  )
}
