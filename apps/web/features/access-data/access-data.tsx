import { ProfileFrame } from '../profile/profile.tsx'
import s from './access-data.module.css'
import { AuthenticatorPanel } from './authenticator.tsx'
import { OwnPasswordPanel } from './own-password.tsx'
import { DevicesPanel, SessionsPanel } from './sessions.tsx'

/** How I sign in: password, authenticator application, sessions and trusted devices. */
export function ProfileAccessScreen() {
  return (
    <ProfileFrame>
      <div className={s['columns']}>
        <div className="stack">
          <OwnPasswordPanel />
          <AuthenticatorPanel />
        </div>
        <div className="stack">
          <SessionsPanel />
          <DevicesPanel />
        </div>
      </div>
    </ProfileFrame>
  )
}
