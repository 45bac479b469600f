/** A transparent picture of one pixel, which whoever reports by a picture gets. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const PIXEL_TYPE = 'image/gif'
