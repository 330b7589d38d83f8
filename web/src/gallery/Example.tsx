import type { ReactNode } from 'react'

interface ExampleProps {
  name: string
  children: ReactNode
}

/** One component in its states. */
export function Example({ name, children }: ExampleProps) {
  const id = `example-${name.replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id} data-example={name} style={{ marginBlock: 40 }}>
      <h2
        id={id}
        style={{ margin: '0 0 12px', font: '600 0.875rem var(--font-text)', color: 'var(--ink-2)' }}
      >
        {name}
      </h2>
      <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</div>
    </section>
  )
}
