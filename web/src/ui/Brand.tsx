import { uiCopy } from '@/copy/ui'
import classes from './Brand.module.css'
import { Kolam } from './Kolam'

/** Logo and name of the product, linked to the public site. */
export function Brand({ productName }: { productName: string }) {
  return (
    <a href="/" className={classes.brand} aria-label={uiCopy.home(productName)}>
      <Kolam seed="mark" size={3} density={1} diamond={false} strokeWidth={0.09} className={classes.mark} />
      <span>{productName}</span>
    </a>
  )
}
