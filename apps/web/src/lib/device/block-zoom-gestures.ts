const ACTIVE: AddEventListenerOptions = { passive: false }

/**
 * Blocks pinch zoom, double-tap zoom and multi-touch (SPEC §1) where `touch-action` does not suffice, such as
 * Safari's gesture events; `user-scalable=no` would fail every accessibility check (HOUSE). Returns how to stop.
 */
export function blockZoomGestures(target: Document = document): () => void {
  const prevent = (event: Event) => event.preventDefault()
  const preventMultiTouch = (event: TouchEvent) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault()
  }
  target.addEventListener('gesturestart', prevent, ACTIVE)
  target.addEventListener('gesturechange', prevent, ACTIVE)
  target.addEventListener('touchstart', preventMultiTouch, ACTIVE)
  target.addEventListener('touchmove', preventMultiTouch, ACTIVE)
  target.addEventListener('dblclick', prevent, ACTIVE)
  return () => {
    target.removeEventListener('gesturestart', prevent)
    target.removeEventListener('gesturechange', prevent)
    target.removeEventListener('touchstart', preventMultiTouch)
    target.removeEventListener('touchmove', preventMultiTouch)
    target.removeEventListener('dblclick', prevent)
  }
}
