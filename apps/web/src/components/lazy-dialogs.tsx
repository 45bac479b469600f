import { type ComponentProps, lazy, type ReactNode, Suspense, useContext } from 'react'
import { LayerDepth, useLayer } from './use-layer.ts'

const LoadedDialog = lazy(() =>
  import('@adtally/ui/dialog.tsx').then((module) => ({ default: module.Dialog })),
)
const LoadedSheet = lazy(() => import('@adtally/ui/sheet.tsx').then((module) => ({ default: module.Sheet })))

/** What lies above may come later without taking away what it lies on. */
function Layer({ children }: { children: ReactNode }) {
  return (
    <LayerDepth value={useContext(LayerDepth) + 1}>
      <Suspense>{children}</Suspense>
    </LayerDepth>
  )
}

/** Dialogs are opened by few visits: their code is loaded when the first one opens. Back closes them. */
export function Dialog(props: ComponentProps<typeof LoadedDialog>) {
  useLayer(props.open, props.onClose)
  return (
    <Layer>
      <LoadedDialog {...props} />
    </Layer>
  )
}

/** As `Dialog`. */
export function Sheet(props: ComponentProps<typeof LoadedSheet>) {
  useLayer(props.open, props.onClose)
  return (
    <Layer>
      <LoadedSheet {...props} />
    </Layer>
  )
}
