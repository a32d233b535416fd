import { later, type Route } from './declare.ts'

/** Addresses of this area; those of `later` open the page saying that their subject is not in this version. */
export const tenantRoutes: Route[] = [
  later('/tenant/welcome', 'tenantWelcome', 'Welcome', 'Willkommen'),
  later('/tenant/accounting/information', 'tenantAccountingInformation', 'General information', 'Allgemeine Informationen'),
  later('/tenant/accounting/address', 'tenantAccountingAddress', 'Invoice address', 'Rechnungsadresse'),
  later('/tenant/accounting/invoices', 'tenantAccountingInvoices', 'Invoice archive', 'Rechnungsarchiv'),
  later('/tenant/accounting/payment-methods', 'tenantAccountingPaymentMethods', 'Payment methods', 'Zahlungsarten'),
  later('/tenant/accounting/bookings', 'tenantAccountingBookings', 'Booking overview', 'Buchungsübersicht'),
  later('/tenant/accounting/ticketing', 'tenantAccountingTicketing', 'Ticketing', 'Ticketübersicht'),
  later('/tenant/contracts/documents', 'tenantContractsDocuments', 'Contract documents', 'Vertragsdokumente'),
  later('/tenant/contracts/status', 'tenantContractsStatus', 'Contract status', 'Vertragsstatus'),
  later('/tenant/data', 'tenantData', 'Company data', 'Unternehmensdaten'),
  later('/tenant/data/contact', 'tenantDataContact', 'Contact data', 'Kontaktdaten'),
  later('/tenant/users', 'tenantUserAdministration', 'User administration', 'Benutzerverwaltung'),
  later('/tenant/users/add', 'tenantUserAdministrationAdd', 'Add user', 'Benutzer hinzufügen'),
  later('/tenant/users/:id/information', 'tenantUserAdministrationInformation', 'User information', 'Benutzerinformationen'),
  later('/tenant/users/:id/profile', 'tenantUserAdministrationProfile', 'User profile', 'Benutzerprofil'),
  later('/tenant/users/:id/access-data', 'tenantUserAdministrationAccessData', 'Access data', 'Zugangsdaten'),
  later('/tenant/settings', 'tenantSettings', 'Settings', 'Einstellungen'),
]
