import { useStore } from '@adtally/client/store.ts'
import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { part } from '@adtally/ui/part.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { callQuery } from '../../../lib/call-query.ts'
import { isRestricted, session } from '../../../lib/session/session.ts'
import { Accountability } from '../components/accountability.tsx'
import { Chat } from '../components/chat.tsx'
import { DisplaySettings } from '../components/display-settings.tsx'
import { Profile } from '../components/profile.tsx'
import { Security } from '../components/security.tsx'

const DeviceNotifications = part<object>(() =>
  import('../components/device-notifications.tsx').then((module) => ({
    default: module.DeviceNotifications,
  })),
)

/** /customer: the chat with service, then the customer's own data, security and settings. */
export default function CustomerPage() {
  const user = useQuery(callQuery(userInfoCall, {}))
  const restricted = isRestricted(useStore(session))
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <Chat canDeposit={!restricted} />
      <Loaded query={user} skeleton={<SkeletonRows />}>
        {(data) => (
          <>
            <Profile user={data} />
            <Security user={data} />
          </>
        )}
      </Loaded>
      {!restricted && (
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <DeviceNotifications />
        </Suspense>
      )}
      <DisplaySettings />
      <Accountability />
    </div>
  )
}
