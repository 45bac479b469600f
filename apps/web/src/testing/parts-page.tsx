import { type ComponentType, Suspense, useState } from 'react'
import { type AppPage, page } from '../lib/page.ts'

/** A page at `/parts` with a part in its place and one that opens. */
export function partsPage(Inline: ComponentType, Opening: ComponentType<{ onClose: () => void }>): AppPage {
  function PartsPage() {
    const [open, setOpen] = useState(false)
    return (
      <Suspense>
        <p>what stays</p>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        <Inline />
        {open && <Opening onClose={() => setOpen(false)} />}
      </Suspense>
    )
  }
  return page('/parts', async () => ({ default: PartsPage }), { title: 'notFound.title' })
}
