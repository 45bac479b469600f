import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Drawer } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icons/icon-button.tsx'
import { InLayer, useLayer } from './layer.tsx'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays at the bottom while the content scrolls, for example the primary button. */
  footer?: ReactNode
}

/** A bottom sheet for choices and explanations; closes by swiping down, Escape, the scrim or its button. */
export function Sheet({ open, onClose, title, children, footer }: SheetProps) {
  const t = useMessages('ui')
  useLayer(open, onClose)
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-160 data-ending-style:opacity-0 data-ending-style:duration-120 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end">
          <Drawer.Popup className="column flex max-h-[85%] lying:max-h-[96%] overflow-y-auto overscroll-contain translate-y-(--drawer-swipe-movement-y) touch-pan-y flex-col rounded-t-card bg-surface text-ink shadow-raised outline-none transition-transform duration-160 data-ending-style:translate-y-full data-ending-style:duration-120 data-starting-style:translate-y-full data-swiping:duration-0">
            <div className="flex flex-none items-center justify-between gap-2 pt-2 pr-2 pl-5">
              <Drawer.Title className="min-w-0 py-2 text-16 font-semibold">{title}</Drawer.Title>
              <Drawer.Close
                render={<IconButton icon="close" label={t('close')} size={20} className="text-muted" />}
              />
            </div>
            {/* Focusable, so that content longer than the sheet can be scrolled by keyboard. */}
            <Drawer.Content
              tabIndex={0}
              className={classNames(
                'flex-auto overflow-y-auto overscroll-contain px-5 pb-5 focus-visible:-outline-offset-2',
                // Where title and footer leave no room for more, the sheet scrolls as a whole, so that the button is reached.
                footer ? 'min-h-24' : 'min-h-0',
              )}
            >
              <InLayer>{children}</InLayer>
            </Drawer.Content>
            {footer && (
              <div className="flex-none border-t border-line px-5 py-3">
                <InLayer>{footer}</InLayer>
              </div>
            )}
            <div className="h-[env(safe-area-inset-bottom)] flex-none" />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
