-- What the product knows of a company is the same for partners and tenants; the provider's own stands among the settings.
alter table tenants
  add column account_holder text not null default '',
  add column bank_name text not null default '',
  add column iban text not null default '',
  add column bic text not null default '';

alter table partners
  add column contact_person text not null default '',
  add column fax text not null default '',
  add column address_line_1 text not null default '',
  add column address_line_2 text not null default '',
  add column address_line_3 text not null default '',
  add column street text not null default '',
  add column zip text not null default '',
  add column city text not null default '',
  add column country text not null default '',
  add column vat_number text not null default '',
  add column has_vat boolean not null default true,
  add column small_business boolean not null default false,
  add column invoice_email text not null default '',
  add column invoices_by_mail boolean not null default true,
  add column account_holder text not null default '',
  add column bank_name text not null default '',
  add column iban text not null default '',
  add column bic text not null default '';
