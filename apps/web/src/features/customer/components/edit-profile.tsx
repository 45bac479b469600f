import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { Suspense, useState } from 'react'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import type { UserInfo } from '../../../lib/session/session.ts'

// Loaded on demand, because it brings the phone numbers of all countries.
const ProfileForm = part(() => import('./profile-form.tsx'))

/** Opens the form for the customer's own data. */
export function EditProfile({ user }: { user: UserInfo }) {
  const t = useMessages('profileEdit')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="my-2" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('edit')}
      </Button>
      {open && (
        <Suspense>
          <Sheet open onClose={() => setOpen(false)} title={t('title')}>
            <Suspense fallback={<SkeletonRows rows={5} />}>
              <ProfileForm user={user} onSaved={() => setOpen(false)} />
            </Suspense>
          </Sheet>
        </Suspense>
      )}
    </>
  )
}
