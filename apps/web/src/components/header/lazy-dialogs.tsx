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

/** Dialogs are opened by few visits: their code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  // Of its own: what it lies on stays meanwhile.
  return (
    <Suspense>
      <LoadedDialog {...props} />
    </Suspense>
  )
}

/** As `Dialog`. */
export function Sheet(props: SheetProps) {
  return (
    <Suspense>
      <LoadedSheet {...props} />
    </Suspense>
  )
}
