import { frameCopy } from '@/copy/frame'
import { Kolam } from '@/ui/Kolam'

/** Mark and product name, linked to the front page. */
export function SiteBrand({ productName }: { productName: string }) {
  return (
    <a className="brand" href={frameCopy.homePath} aria-label={frameCopy.home(productName)}>
      <Kolam seed="mark" size={3} density={1} diamond={false} strokeWidth={0.09} className="mark" />
      <span>{productName}</span>
    </a>
  )
}
