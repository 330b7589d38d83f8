import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
  className: string | undefined
}

/** A QR code, dark on light in both themes, because many cameras cannot read inverted ones. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text)
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
