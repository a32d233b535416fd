import { screen, type Route } from './declare.ts'

/** Addresses of this area. */
export const tenantRoutes: Route[] = [
  screen('/tenant/welcome', 'tenantWelcome', 'Welcome', 'Willkommen', () =>
    import('../screens/welcome/welcome.tsx').then((m) => m.TenantWelcomeScreen),
  ),
  screen(
    '/tenant/accounting/information',
    'tenantAccountingInformation',
    'General information',
    'Allgemeine Informationen',
    () => import('../screens/tenant/data.tsx').then((m) => m.AccountingInformationScreen),
  ),
  screen('/tenant/accounting/address', 'tenantAccountingAddress', 'Invoice address', 'Rechnungsadresse', () =>
    import('../screens/tenant/data.tsx').then((m) => m.AccountingAddressScreen),
  ),
  screen('/tenant/accounting/invoices', 'tenantAccountingInvoices', 'Invoice archive', 'Rechnungsarchiv', () =>
    import('../screens/billing/area-screens.tsx').then((m) => m.TenantInvoicesScreen),
  ),
  screen(
    '/tenant/accounting/payment-methods',
    'tenantAccountingPaymentMethods',
    'Payment methods',
    'Zahlungsarten',
    () => import('../screens/billing/area-screens.tsx').then((m) => m.TenantPaymentMethodsScreen),
  ),
  screen('/tenant/accounting/bookings', 'tenantAccountingBookings', 'Booking overview', 'Buchungsübersicht', () =>
    import('../screens/billing/area-screens.tsx').then((m) => m.TenantBookingsScreen),
  ),
  screen('/tenant/accounting/ticketing', 'tenantAccountingTicketing', 'Ticketing', 'Ticketübersicht', () =>
    import('../screens/billing/area-screens.tsx').then((m) => m.TenantTicketingScreen),
  ),
  screen('/tenant/contracts/documents', 'tenantContractsDocuments', 'Contract documents', 'Vertragsdokumente', () =>
    import('../screens/billing/area-screens.tsx').then((m) => m.TenantContractDocumentsScreen),
  ),
  screen('/tenant/contracts/status', 'tenantContractsStatus', 'Contract status', 'Vertragsstatus', () =>
    import('../screens/billing/area-screens.tsx').then((m) => m.TenantContractStatusScreen),
  ),
  screen('/tenant/data', 'tenantData', 'Company data', 'Unternehmensdaten', () =>
    import('../screens/tenant/data.tsx').then((m) => m.CompanyDataScreen),
  ),
  screen('/tenant/data/contact', 'tenantDataContact', 'Contact data', 'Kontaktdaten', () =>
    import('../screens/tenant/data.tsx').then((m) => m.CompanyContactScreen),
  ),
  screen('/tenant/users', 'tenantUserAdministration', 'User administration', 'Benutzerverwaltung', () =>
    import('../screens/users/users.tsx').then((m) => m.UsersScreen),
  ),
  screen('/tenant/users/add', 'tenantUserAdministrationAdd', 'Add user', 'Benutzer hinzufügen', () =>
    import('../screens/users/add-user.tsx').then((m) => m.AddUserScreen),
  ),
  screen(
    '/tenant/users/:id/information',
    'tenantUserAdministrationInformation',
    'User information',
    'Benutzerinformationen',
    () => import('../screens/users/user-screens.tsx').then((m) => m.UserInformationScreen),
  ),
  screen('/tenant/users/:id/profile', 'tenantUserAdministrationProfile', 'User profile', 'Benutzerprofil', () =>
    import('../screens/users/user-screens.tsx').then((m) => m.UserProfileScreen),
  ),
  screen('/tenant/users/:id/access-data', 'tenantUserAdministrationAccessData', 'Access data', 'Zugangsdaten', () =>
    import('../screens/users/user-screens.tsx').then((m) => m.UserAccessDataScreen),
  ),
  screen('/tenant/settings', 'tenantSettings', 'Settings', 'Einstellungen', () =>
    import('../screens/account/settings-screens.tsx').then((m) => m.OwnTenantSettingsScreen),
  ),
  screen(
    '/tenant/settings/audit',
    'tenantSettingsAudit',
    'Audit log',
    'Prüfprotokoll',
    () => import('../screens/audit/audit.tsx').then((m) => m.AuditScreen),
    { fill: true },
  ),
  screen('/tenant/settings/support', 'tenantSettingsSupport', 'Support accesses', 'Support-Zugänge', () =>
    import('../screens/tenant/support-accesses.tsx').then((m) => m.SupportAccessesScreen),
  ),
]
