import type { DialogProps } from '@adtally/ui/dialog.tsx'
import { part } from '@adtally/ui/part.tsx'
import type { SheetProps } from '@adtally/ui/sheet.tsx'
import { Suspense } from 'react'

const LoadedDialog = part<DialogProps>(() =>
  import('@adtally/ui/dialog.tsx').then(({ Dialog }) => ({ default: Dialog })),
)
const LoadedSheet = part<SheetProps>(() =>
  import('@adtally/ui/sheet.tsx').then(({ Sheet }) => ({ default: Sheet })),
)

/** Few visits open a dialog, so their code is loaded with the first one. */
export function Dialog(props: DialogProps) {
  // Its own boundary, so that the page below stays.
  return (
    <Suspense>
      <LoadedDialog {...props} />
    </Suspense>
  )
}

/** Like `Dialog`. */
export function Sheet(props: SheetProps) {
  return (
    <Suspense>
      <LoadedSheet {...props} />
    </Suspense>
  )
}
