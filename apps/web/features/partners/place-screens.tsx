import { AccountSettings } from '../account/account-settings.tsx'
import { Connections } from '../tenants/databases.tsx'
import { Frame } from './partner-screens.tsx'

const padded = { padding: '20px 24px' }

/** Where a partner's own records and documents live. */
export const PartnerDatabasesScreen = () => (
  <Frame>
    {({ id }) => (
      <div style={padded}>
        <Connections id={id} />
      </div>
    )}
  </Frame>
)

/** A partner's settings as the provider sees them. */
export const PartnerSettingsScreen = () => (
  <Frame>
    {({ id }) => (
      <div style={padded}>
        <AccountSettings at="/partners" id={id} />
      </div>
    )}
  </Frame>
)
