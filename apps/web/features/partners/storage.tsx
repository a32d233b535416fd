import { AccountStorage } from '../shared/storage/account-storage.tsx'
import { Frame } from './partner-screens.tsx'

/** Where a partner's own files lie. */
export const PartnerStorageScreen = () => (
  <Frame>
    {(partner) => (
      <div style={{ padding: '20px 24px' }}>
        <AccountStorage id={partner.id} active={partner.active} />
      </div>
    )}
  </Frame>
)
