-- The provider, partners, tenants, their users and projects.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
call weft_close('settings');
call weft_open('settings', '{tenant,project,partner}', 'true', 'select');
call weft_open('settings', '{provider,system}', 'true');
-- How much may be brought at once; pictures and attachments have a limit of their own. The provider changes it under Admin > Settings.
insert into settings (key, value) values ('uploads', '{"data_megabytes": 200, "megabytes": 4, "files": 20}');
-- What the numbers of tenants, partners and runs look like.
insert into settings (key, value) values ('number_ranges', '{"tenants_prefix": "", "tenants_from": 10001, "tenants_width": 5, "partners_prefix": "", "partners_from": 70001, "partners_width": 5,
  "process_iterations_prefix": "R-", "process_iterations_from": 1, "process_iterations_width": 6, "process_logs_prefix": "L-", "process_logs_width": 8}');

-- Languages are the provider's to keep: which of them the interface and its mails are offered in, and which records may be translated
-- from and into. The interface has words in English and German only.
create sequence languages_id_seq as int start 3;
create table languages (
  id int primary key default nextval('languages_id_seq'),
  label text not null,
  short text not null unique,
  -- The full identity of a language beside its short name.
  iso_code text not null default '',
  name text not null default '',
  interface boolean not null default false check (not interface or short in ('en', 'de')),
  records boolean not null default true,
  is_default boolean not null default false check (not is_default or interface),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index languages_default on languages (is_default) where is_default;
call weft_close('languages');
call weft_open('languages', '{tenant,project,partner}', 'true', 'select');
call weft_open('languages', '{provider,system}', 'true');
call weft_touched('languages');
alter sequence languages_id_seq owned by languages.id;
grant usage on sequence languages_id_seq to weft_app;
insert into languages (id, label, short, iso_code, name, interface, is_default) values
  (1, 'English', 'en', 'en-GB', 'English', true, false), (2, 'Deutsch', 'de', 'de-DE', 'German', true, true);
insert into languages (label, name, short, iso_code) values
  ('Български', 'Bulgarian', 'bg', 'bg-BG'), ('Čeština', 'Czech', 'cs', 'cs-CZ'), ('Dansk', 'Danish', 'da', 'da-DK'), ('Ελληνικά', 'Greek', 'el', 'el-GR'),
  ('Español', 'Spanish', 'es', 'es-ES'), ('Eesti', 'Estonian', 'et', 'et-EE'), ('Suomi', 'Finnish', 'fi', 'fi-FI'), ('Français', 'French', 'fr', 'fr-FR'),
  ('Magyar', 'Hungarian', 'hu', 'hu-HU'), ('Bahasa Indonesia', 'Indonesian', 'id', 'id-ID'), ('Italiano', 'Italian', 'it', 'it-IT'), ('日本語', 'Japanese', 'ja', 'ja-JP'),
  ('Lietuvių', 'Lithuanian', 'lt', 'lt-LT'), ('Latviešu', 'Latvian', 'lv', 'lv-LV'), ('Nederlands', 'Dutch', 'nl', 'nl-NL'), ('Polski', 'Polish', 'pl', 'pl-PL'),
  ('Português', 'Portuguese', 'pt', 'pt-PT'), ('Română', 'Romanian', 'ro', 'ro-RO'), ('Русский', 'Russian', 'ru', 'ru-RU'), ('Slovenčina', 'Slovak', 'sk', 'sk-SK'),
  ('Slovenščina', 'Slovenian', 'sl', 'sl-SI'), ('Svenska', 'Swedish', 'sv', 'sv-SE'), ('Türkçe', 'Turkish', 'tr', 'tr-TR'), ('中文', 'Chinese', 'zh', 'zh-CN');

-- The countries of ISO 3166-1; names by Unicode CLDR, VAT the standard rates of the EU as of 2026. The provider keeps them up to date.
create table countries (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z]{2}$'),
  name text not null,
  international_name text not null,
  eu_member boolean not null default false,
  tax_rate double precision not null default 0 check (tax_rate between 0 and 100),
  disable_tax boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_close('countries');
call weft_open('countries', '{tenant,project,partner}', 'true', 'select');
call weft_open('countries', '{provider,system}', 'true');
call weft_touched('countries');
insert into countries (code, name, international_name, eu_member, tax_rate) values
  ('AD', 'Andorra', 'Andorra', false, 0),
  ('AE', 'Vereinigte Arabische Emirate', 'United Arab Emirates', false, 0),
  ('AF', 'Afghanistan', 'Afghanistan', false, 0),
  ('AG', 'Antigua und Barbuda', 'Antigua & Barbuda', false, 0),
  ('AI', 'Anguilla', 'Anguilla', false, 0),
  ('AL', 'Albanien', 'Albania', false, 0),
  ('AM', 'Armenien', 'Armenia', false, 0),
  ('AO', 'Angola', 'Angola', false, 0),
  ('AQ', 'Antarktis', 'Antarctica', false, 0),
  ('AR', 'Argentinien', 'Argentina', false, 0),
  ('AS', 'Amerikanisch-Samoa', 'American Samoa', false, 0),
  ('AT', 'Österreich', 'Austria', true, 20),
  ('AU', 'Australien', 'Australia', false, 0),
  ('AW', 'Aruba', 'Aruba', false, 0),
  ('AX', 'Ålandinseln', 'Åland Islands', false, 0),
  ('AZ', 'Aserbaidschan', 'Azerbaijan', false, 0),
  ('BA', 'Bosnien und Herzegowina', 'Bosnia & Herzegovina', false, 0),
  ('BB', 'Barbados', 'Barbados', false, 0),
  ('BD', 'Bangladesch', 'Bangladesh', false, 0),
  ('BE', 'Belgien', 'Belgium', true, 21),
  ('BF', 'Burkina Faso', 'Burkina Faso', false, 0),
  ('BG', 'Bulgarien', 'Bulgaria', true, 20),
  ('BH', 'Bahrain', 'Bahrain', false, 0),
  ('BI', 'Burundi', 'Burundi', false, 0),
  ('BJ', 'Benin', 'Benin', false, 0),
  ('BL', 'St. Barthélemy', 'St. Barthélemy', false, 0),
  ('BM', 'Bermuda', 'Bermuda', false, 0),
  ('BN', 'Brunei Darussalam', 'Brunei', false, 0),
  ('BO', 'Bolivien', 'Bolivia', false, 0),
  ('BQ', 'Karibische Niederlande', 'Caribbean Netherlands', false, 0),
  ('BR', 'Brasilien', 'Brazil', false, 0),
  ('BS', 'Bahamas', 'Bahamas', false, 0),
  ('BT', 'Bhutan', 'Bhutan', false, 0),
  ('BV', 'Bouvetinsel', 'Bouvet Island', false, 0),
  ('BW', 'Botsuana', 'Botswana', false, 0),
  ('BY', 'Belarus', 'Belarus', false, 0),
  ('BZ', 'Belize', 'Belize', false, 0),
  ('CA', 'Kanada', 'Canada', false, 0),
  ('CC', 'Kokosinseln', 'Cocos (Keeling) Islands', false, 0),
  ('CD', 'Kongo-Kinshasa', 'Congo - Kinshasa', false, 0),
  ('CF', 'Zentralafrikanische Republik', 'Central African Republic', false, 0),
  ('CG', 'Kongo-Brazzaville', 'Congo - Brazzaville', false, 0),
  ('CH', 'Schweiz', 'Switzerland', false, 0),
  ('CI', 'Côte d’Ivoire', 'Côte d’Ivoire', false, 0),
  ('CK', 'Cookinseln', 'Cook Islands', false, 0),
  ('CL', 'Chile', 'Chile', false, 0),
  ('CM', 'Kamerun', 'Cameroon', false, 0),
  ('CN', 'China', 'China', false, 0),
  ('CO', 'Kolumbien', 'Colombia', false, 0),
  ('CR', 'Costa Rica', 'Costa Rica', false, 0),
  ('CU', 'Kuba', 'Cuba', false, 0),
  ('CV', 'Cabo Verde', 'Cape Verde', false, 0),
  ('CW', 'Curaçao', 'Curaçao', false, 0),
  ('CX', 'Weihnachtsinsel', 'Christmas Island', false, 0),
  ('CY', 'Zypern', 'Cyprus', true, 19),
  ('CZ', 'Tschechien', 'Czechia', true, 21),
  ('DE', 'Deutschland', 'Germany', true, 19),
  ('DJ', 'Dschibuti', 'Djibouti', false, 0),
  ('DK', 'Dänemark', 'Denmark', true, 25),
  ('DM', 'Dominica', 'Dominica', false, 0),
  ('DO', 'Dominikanische Republik', 'Dominican Republic', false, 0),
  ('DZ', 'Algerien', 'Algeria', false, 0),
  ('EC', 'Ecuador', 'Ecuador', false, 0),
  ('EE', 'Estland', 'Estonia', true, 24),
  ('EG', 'Ägypten', 'Egypt', false, 0),
  ('EH', 'Westsahara', 'Western Sahara', false, 0),
  ('ER', 'Eritrea', 'Eritrea', false, 0),
  ('ES', 'Spanien', 'Spain', true, 21),
  ('ET', 'Äthiopien', 'Ethiopia', false, 0),
  ('FI', 'Finnland', 'Finland', true, 25.5),
  ('FJ', 'Fidschi', 'Fiji', false, 0),
  ('FK', 'Falklandinseln', 'Falkland Islands', false, 0),
  ('FM', 'Mikronesien', 'Micronesia', false, 0),
  ('FO', 'Färöer', 'Faroe Islands', false, 0),
  ('FR', 'Frankreich', 'France', true, 20),
  ('GA', 'Gabun', 'Gabon', false, 0),
  ('GB', 'Vereinigtes Königreich', 'United Kingdom', false, 0),
  ('GD', 'Grenada', 'Grenada', false, 0),
  ('GE', 'Georgien', 'Georgia', false, 0),
  ('GF', 'Französisch-Guayana', 'French Guiana', false, 0),
  ('GG', 'Guernsey', 'Guernsey', false, 0),
  ('GH', 'Ghana', 'Ghana', false, 0),
  ('GI', 'Gibraltar', 'Gibraltar', false, 0),
  ('GL', 'Grönland', 'Greenland', false, 0),
  ('GM', 'Gambia', 'Gambia', false, 0),
  ('GN', 'Guinea', 'Guinea', false, 0),
  ('GP', 'Guadeloupe', 'Guadeloupe', false, 0),
  ('GQ', 'Äquatorialguinea', 'Equatorial Guinea', false, 0),
  ('GR', 'Griechenland', 'Greece', true, 24),
  ('GS', 'Südgeorgien und die Südlichen Sandwichinseln', 'South Georgia & South Sandwich Islands', false, 0),
  ('GT', 'Guatemala', 'Guatemala', false, 0),
  ('GU', 'Guam', 'Guam', false, 0),
  ('GW', 'Guinea-Bissau', 'Guinea-Bissau', false, 0),
  ('GY', 'Guyana', 'Guyana', false, 0),
  ('HK', 'Sonderverwaltungsregion Hongkong', 'Hong Kong SAR China', false, 0),
  ('HM', 'Heard und McDonaldinseln', 'Heard & McDonald Islands', false, 0),
  ('HN', 'Honduras', 'Honduras', false, 0),
  ('HR', 'Kroatien', 'Croatia', true, 25),
  ('HT', 'Haiti', 'Haiti', false, 0),
  ('HU', 'Ungarn', 'Hungary', true, 27),
  ('ID', 'Indonesien', 'Indonesia', false, 0),
  ('IE', 'Irland', 'Ireland', true, 23),
  ('IL', 'Israel', 'Israel', false, 0),
  ('IM', 'Isle of Man', 'Isle of Man', false, 0),
  ('IN', 'Indien', 'India', false, 0),
  ('IO', 'Britisches Territorium im Indischen Ozean', 'British Indian Ocean Territory', false, 0),
  ('IQ', 'Irak', 'Iraq', false, 0),
  ('IR', 'Iran', 'Iran', false, 0),
  ('IS', 'Island', 'Iceland', false, 0),
  ('IT', 'Italien', 'Italy', true, 22),
  ('JE', 'Jersey', 'Jersey', false, 0),
  ('JM', 'Jamaika', 'Jamaica', false, 0),
  ('JO', 'Jordanien', 'Jordan', false, 0),
  ('JP', 'Japan', 'Japan', false, 0),
  ('KE', 'Kenia', 'Kenya', false, 0),
  ('KG', 'Kirgisistan', 'Kyrgyzstan', false, 0),
  ('KH', 'Kambodscha', 'Cambodia', false, 0),
  ('KI', 'Kiribati', 'Kiribati', false, 0),
  ('KM', 'Komoren', 'Comoros', false, 0),
  ('KN', 'St. Kitts und Nevis', 'St. Kitts & Nevis', false, 0),
  ('KP', 'Nordkorea', 'North Korea', false, 0),
  ('KR', 'Südkorea', 'South Korea', false, 0),
  ('KW', 'Kuwait', 'Kuwait', false, 0),
  ('KY', 'Kaimaninseln', 'Cayman Islands', false, 0),
  ('KZ', 'Kasachstan', 'Kazakhstan', false, 0),
  ('LA', 'Laos', 'Laos', false, 0),
  ('LB', 'Libanon', 'Lebanon', false, 0),
  ('LC', 'St. Lucia', 'St. Lucia', false, 0),
  ('LI', 'Liechtenstein', 'Liechtenstein', false, 0),
  ('LK', 'Sri Lanka', 'Sri Lanka', false, 0),
  ('LR', 'Liberia', 'Liberia', false, 0),
  ('LS', 'Lesotho', 'Lesotho', false, 0),
  ('LT', 'Litauen', 'Lithuania', true, 21),
  ('LU', 'Luxemburg', 'Luxembourg', true, 17),
  ('LV', 'Lettland', 'Latvia', true, 21),
  ('LY', 'Libyen', 'Libya', false, 0),
  ('MA', 'Marokko', 'Morocco', false, 0),
  ('MC', 'Monaco', 'Monaco', false, 0),
  ('MD', 'Republik Moldau', 'Moldova', false, 0),
  ('ME', 'Montenegro', 'Montenegro', false, 0),
  ('MF', 'St. Martin', 'St. Martin', false, 0),
  ('MG', 'Madagaskar', 'Madagascar', false, 0),
  ('MH', 'Marshallinseln', 'Marshall Islands', false, 0),
  ('MK', 'Nordmazedonien', 'North Macedonia', false, 0),
  ('ML', 'Mali', 'Mali', false, 0),
  ('MM', 'Myanmar', 'Myanmar (Burma)', false, 0),
  ('MN', 'Mongolei', 'Mongolia', false, 0),
  ('MO', 'Sonderverwaltungsregion Macau', 'Macao SAR China', false, 0),
  ('MP', 'Nördliche Marianen', 'Northern Mariana Islands', false, 0),
  ('MQ', 'Martinique', 'Martinique', false, 0),
  ('MR', 'Mauretanien', 'Mauritania', false, 0),
  ('MS', 'Montserrat', 'Montserrat', false, 0),
  ('MT', 'Malta', 'Malta', true, 18),
  ('MU', 'Mauritius', 'Mauritius', false, 0),
  ('MV', 'Malediven', 'Maldives', false, 0),
  ('MW', 'Malawi', 'Malawi', false, 0),
  ('MX', 'Mexiko', 'Mexico', false, 0),
  ('MY', 'Malaysia', 'Malaysia', false, 0),
  ('MZ', 'Mosambik', 'Mozambique', false, 0),
  ('NA', 'Namibia', 'Namibia', false, 0),
  ('NC', 'Neukaledonien', 'New Caledonia', false, 0),
  ('NE', 'Niger', 'Niger', false, 0),
  ('NF', 'Norfolkinsel', 'Norfolk Island', false, 0),
  ('NG', 'Nigeria', 'Nigeria', false, 0),
  ('NI', 'Nicaragua', 'Nicaragua', false, 0),
  ('NL', 'Niederlande', 'Netherlands', true, 21),
  ('NO', 'Norwegen', 'Norway', false, 0),
  ('NP', 'Nepal', 'Nepal', false, 0),
  ('NR', 'Nauru', 'Nauru', false, 0),
  ('NU', 'Niue', 'Niue', false, 0),
  ('NZ', 'Neuseeland', 'New Zealand', false, 0),
  ('OM', 'Oman', 'Oman', false, 0),
  ('PA', 'Panama', 'Panama', false, 0),
  ('PE', 'Peru', 'Peru', false, 0),
  ('PF', 'Französisch-Polynesien', 'French Polynesia', false, 0),
  ('PG', 'Papua-Neuguinea', 'Papua New Guinea', false, 0),
  ('PH', 'Philippinen', 'Philippines', false, 0),
  ('PK', 'Pakistan', 'Pakistan', false, 0),
  ('PL', 'Polen', 'Poland', true, 23),
  ('PM', 'St. Pierre und Miquelon', 'St. Pierre & Miquelon', false, 0),
  ('PN', 'Pitcairninseln', 'Pitcairn Islands', false, 0),
  ('PR', 'Puerto Rico', 'Puerto Rico', false, 0),
  ('PS', 'Palästinensische Autonomiegebiete', 'Palestinian Territories', false, 0),
  ('PT', 'Portugal', 'Portugal', true, 23),
  ('PW', 'Palau', 'Palau', false, 0),
  ('PY', 'Paraguay', 'Paraguay', false, 0),
  ('QA', 'Katar', 'Qatar', false, 0),
  ('RE', 'Réunion', 'Réunion', false, 0),
  ('RO', 'Rumänien', 'Romania', true, 21),
  ('RS', 'Serbien', 'Serbia', false, 0),
  ('RU', 'Russland', 'Russia', false, 0),
  ('RW', 'Ruanda', 'Rwanda', false, 0),
  ('SA', 'Saudi-Arabien', 'Saudi Arabia', false, 0),
  ('SB', 'Salomonen', 'Solomon Islands', false, 0),
  ('SC', 'Seychellen', 'Seychelles', false, 0),
  ('SD', 'Sudan', 'Sudan', false, 0),
  ('SE', 'Schweden', 'Sweden', true, 25),
  ('SG', 'Singapur', 'Singapore', false, 0),
  ('SH', 'St. Helena', 'St. Helena', false, 0),
  ('SI', 'Slowenien', 'Slovenia', true, 22),
  ('SJ', 'Spitzbergen und Jan Mayen', 'Svalbard & Jan Mayen', false, 0),
  ('SK', 'Slowakei', 'Slovakia', true, 23),
  ('SL', 'Sierra Leone', 'Sierra Leone', false, 0),
  ('SM', 'San Marino', 'San Marino', false, 0),
  ('SN', 'Senegal', 'Senegal', false, 0),
  ('SO', 'Somalia', 'Somalia', false, 0),
  ('SR', 'Suriname', 'Suriname', false, 0),
  ('SS', 'Südsudan', 'South Sudan', false, 0),
  ('ST', 'São Tomé und Príncipe', 'São Tomé & Príncipe', false, 0),
  ('SV', 'El Salvador', 'El Salvador', false, 0),
  ('SX', 'Sint Maarten', 'Sint Maarten', false, 0),
  ('SY', 'Syrien', 'Syria', false, 0),
  ('SZ', 'Eswatini', 'Eswatini', false, 0),
  ('TC', 'Turks- und Caicosinseln', 'Turks & Caicos Islands', false, 0),
  ('TD', 'Tschad', 'Chad', false, 0),
  ('TF', 'Französische Süd- und Antarktisgebiete', 'French Southern Territories', false, 0),
  ('TG', 'Togo', 'Togo', false, 0),
  ('TH', 'Thailand', 'Thailand', false, 0),
  ('TJ', 'Tadschikistan', 'Tajikistan', false, 0),
  ('TK', 'Tokelau', 'Tokelau', false, 0),
  ('TL', 'Timor-Leste', 'Timor-Leste', false, 0),
  ('TM', 'Turkmenistan', 'Turkmenistan', false, 0),
  ('TN', 'Tunesien', 'Tunisia', false, 0),
  ('TO', 'Tonga', 'Tonga', false, 0),
  ('TR', 'Türkei', 'Türkiye', false, 0),
  ('TT', 'Trinidad und Tobago', 'Trinidad & Tobago', false, 0),
  ('TV', 'Tuvalu', 'Tuvalu', false, 0),
  ('TW', 'Taiwan', 'Taiwan', false, 0),
  ('TZ', 'Tansania', 'Tanzania', false, 0),
  ('UA', 'Ukraine', 'Ukraine', false, 0),
  ('UG', 'Uganda', 'Uganda', false, 0),
  ('UM', 'Amerikanische Überseeinseln', 'U.S. Outlying Islands', false, 0),
  ('US', 'Vereinigte Staaten', 'United States', false, 0),
  ('UY', 'Uruguay', 'Uruguay', false, 0),
  ('UZ', 'Usbekistan', 'Uzbekistan', false, 0),
  ('VA', 'Vatikanstadt', 'Vatican City', false, 0),
  ('VC', 'St. Vincent und die Grenadinen', 'St. Vincent & Grenadines', false, 0),
  ('VE', 'Venezuela', 'Venezuela', false, 0),
  ('VG', 'Britische Jungferninseln', 'British Virgin Islands', false, 0),
  ('VI', 'Amerikanische Jungferninseln', 'U.S. Virgin Islands', false, 0),
  ('VN', 'Vietnam', 'Vietnam', false, 0),
  ('VU', 'Vanuatu', 'Vanuatu', false, 0),
  ('WF', 'Wallis und Futuna', 'Wallis & Futuna', false, 0),
  ('WS', 'Samoa', 'Samoa', false, 0),
  ('YE', 'Jemen', 'Yemen', false, 0),
  ('YT', 'Mayotte', 'Mayotte', false, 0),
  ('ZA', 'Südafrika', 'South Africa', false, 0),
  ('ZM', 'Sambia', 'Zambia', false, 0),
  ('ZW', 'Simbabwe', 'Zimbabwe', false, 0);

create table partners (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  short text not null default '',
  number text unique,
  language text not null default 'de',
  workspace text not null unique,
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  active boolean not null default true,
  status text not null default 'created',
  api_token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  contact_person text not null default '',
  fax text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  address_line_3 text not null default '',
  street text not null default '',
  zip text not null default '',
  city text not null default '',
  country text not null default '',
  vat_number text not null default '',
  has_vat boolean not null default true,
  small_business boolean not null default false,
  invoice_email text not null default '',
  invoices_by_mail boolean not null default true,
  account_holder text not null default '',
  bank_name text not null default '',
  iban text not null default '',
  bic text not null default '',
  about text not null default '',
  founded int,
  employees int,
  industries text not null default '',
  regions text not null default '',
  initialized boolean not null default false,
  deleting_since timestamptz,
  abbreviation text not null default '',
  responsible_user_id uuid,
  provider_user_id uuid,
  logo text,
  check (status in ('created', 'initializing', 'initialized', 'active', 'deactivated', 'deleting'))
);
call weft_close('partners');
call weft_open('partners', '{partner}', 'id = (select weft_partner())');
call weft_open('partners', '{provider,system}', 'true');
call weft_touched('partners');

create table tenants (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid references partners (id),
  name text not null,
  short text not null default '',
  number text unique,
  language text not null default 'de',
  workspace text not null,
  email text not null default '',
  phone text not null default '',
  fax text not null default '',
  website text not null default '',
  contact_person text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  address_line_3 text not null default '',
  street text not null default '',
  zip text not null default '',
  city text not null default '',
  country text not null default '',
  active boolean not null default false,
  initialized boolean not null default false,
  status text not null default 'created' check (status in ('created', 'initializing', 'initialized', 'active', 'deactivated', 'deleting')),
  api_token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  vat_number text not null default '',
  has_vat boolean not null default true,
  small_business boolean not null default false,
  invoice_email text not null default '',
  invoices_by_mail boolean not null default true,
  deleting_since timestamptz,
  -- What the product knows of a company is the same for partners and tenants; the provider's own stands among the settings.
  account_holder text not null default '',
  bank_name text not null default '',
  iban text not null default '',
  bic text not null default '',
  -- While a tenant's records move to another server, none of its jobs is begun.
  held boolean not null default false,
  -- A partner has databases, storage, connections, an SFTP user and queues as a tenant has. They belong to its *place*: a row among the
  -- tenants with the partner's own id, seen only by who works in it and by the product itself, so that it is in no list of tenants.
  kind text not null default 'client' check (kind in ('client', 'partner')),
  provider_user_id uuid,
  -- What holds for one tenant or partner: groups of settings by name, as for the installation.
  settings jsonb not null default '{}',
  logo text,
  check (kind = 'client' or id = partner_id)
);
create index on tenants (partner_id);
create unique index tenants_name_key on tenants (name) where kind = 'client';
create unique index tenants_workspace_key on tenants (workspace) where kind = 'client';
call weft_close('tenants');
call weft_open('tenants', '{tenant,project}', 'id = (select weft_tenant())');
call weft_open('tenants', '{partner}', 'kind = ''client'' and partner_id = (select weft_partner())');
call weft_open('tenants', '{provider}', 'kind = ''client''');
call weft_open('tenants', '{system}', 'true');
call weft_touched('tenants');

-- An admin has neither partner nor tenant, a partner's user a partner, a tenant's user a tenant.
create table users (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('admin', 'partner', 'client')),
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  email text not null,
  workspace text generated always as (split_part(email, '@', 2)) stored,
  password_hash text,
  role text not null,
  salutation text not null default '',
  title text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  username text not null default '',
  job text not null default '',
  phone text not null default '',
  company text not null default '',
  language text not null default 'de',
  profile_picture text,
  active boolean not null default true,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A locked account is opened by an administrator or by a completed password reset.
  locked_at timestamptz,
  invited_at timestamptz,
  ip_check_active boolean not null default false,
  check ((kind = 'admin' and partner_id is null and tenant_id is null) or (kind = 'partner' and partner_id is not null and tenant_id is null) or (kind = 'client' and tenant_id is not null and partner_id is null))
);
create unique index users_email_key on users (lower(email));
create index on users (tenant_id);
create index on users (partner_id);
call weft_close('users');
call weft_open('users', '{tenant,project}', 'tenant_id = (select weft_tenant()) or id = (select weft_user())');
call weft_open('users', '{partner}', 'partner_id = (select weft_partner()) or id = (select weft_user()) or tenant_id = any (array(select t.id from tenants t where t.partner_id = (select weft_partner())))');
call weft_open('users', '{provider,system}', 'true');
call weft_touched('users');
alter table partners add foreign key (responsible_user_id) references users (id) on delete set null;
alter table partners add foreign key (provider_user_id) references users (id) on delete set null;
alter table tenants add foreign key (provider_user_id) references users (id) on delete set null;

-- Roles a company has made for its own users. The ready-made ones are declared in the code and belong to nobody.
create table roles (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]{1,62}$'),
  display_name text not null,
  description text not null default '',
  permissions jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (partner_id is null or tenant_id is null)
);
create unique index roles_name_key on roles (name, (coalesce(tenant_id, partner_id, '00000000-0000-0000-0000-000000000000')));
create index on roles (tenant_id);
create index on roles (partner_id);
call weft_protect_account('roles');

create table projects (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  name text not null,
  short text not null default '',
  description text not null default '',
  image text,
  url text not null default '',
  start_date date,
  finish_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, name)
);
call weft_protect('projects', 'tenant');

-- Values for all workflows of a tenant; a project's own of the same name goes before.
create table variables (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_.]{0,63}$'),
  label text not null,
  type text not null default 'text' check (type in ('text', 'number', 'boolean', 'date', 'json')),
  value text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A variable of a tenant or partner is a text, or a secret that is sealed, goes in and never comes out; as configuration values are.
  kind text not null default 'text' check (kind in ('text', 'secret')),
  secret_value bytea,
  secret_at timestamptz,
  unique (tenant_id, name),
  constraint variables_secret check (kind = 'secret' and value = '' or kind = 'text' and secret_value is null)
);
call weft_protect('variables', 'tenant', true);

-- Further domains of the addresses of an account's users, beside its workspace.
create table workspace_domains (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  domain text not null unique check (domain = lower(domain)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on workspace_domains (tenant_id);
call weft_protect('workspace_domains', 'tenant', true);

-- Numbers of tenants, partners and runs. What a range looks like is a setting; how far it has come is counted here, for the installation
-- or, for runs, each tenant by itself. Taking a number locks its counter until the transaction ends, so that none is lost or given twice.
create table number_counters (
  range text not null,
  owner uuid not null default '00000000-0000-0000-0000-000000000000',
  last bigint not null,
  primary key (range, owner)
);
call weft_protect('number_counters', 'provider');

-- Pictures of users; whoever knows the address may load it, as an image carries no token.
create table pictures (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default weft_user() unique references users (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  data bytea not null,
  created_at timestamptz not null default now(),
  tenant_id uuid unique references tenants (id) on delete cascade,
  project_id uuid unique references projects (id) on delete cascade,
  constraint pictures_owner check (num_nonnulls(user_id, tenant_id, project_id) = 1)
);
call weft_close('pictures');
call weft_open('pictures', '{tenant,project}', 'tenant_id = (select weft_tenant()) or user_id = (select weft_user()) or project_id = any (array(select p.id from projects p))');
call weft_open('pictures', '{partner,provider}', 'user_id = (select weft_user())');
call weft_open('pictures', '{system}', 'true');

-- A user names their role; an own one stays as long as somebody has it. Whoever gives it locks the row, so that neither overtakes the other.
create function weft_role_in_use() returns trigger language plpgsql as $$
begin
  if exists (select from users u where u.role = old.name and u.tenant_id is not distinct from old.tenant_id and u.partner_id is not distinct from old.partner_id) then
    raise foreign_key_violation using message = format('the role %I is assigned', old.name);
  end if;
  return old;
end $$;

-- Triggers also fire where no role can be taken on: in a cascade, and in a function of the owner. They work as the owner instead.
create function weft_place_follows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update tenants set name = new.name, language = new.language, active = new.active, status = new.status, initialized = new.initialized, deleting_since = new.deleting_since
    where id = new.id and kind = 'partner';
  return null;
end $$;

create function weft_number(range text, nth bigint) returns text language sql stable as $$
  select coalesce(value ->> (range || '_prefix'), '') || lpad(nth::text, greatest((value ->> (range || '_width'))::int, length(nth::text)), '0') from settings where key = 'number_ranges'
$$;

create function weft_next_number(range text) returns text language plpgsql as $$
declare
  first bigint := (select (value ->> (range || '_from'))::bigint from settings where key = 'number_ranges');
  nth bigint;
begin
  insert into number_counters as c (range, last) values (weft_next_number.range, first)
    on conflict on constraint number_counters_pkey do update set last = greatest(c.last + 1, first) returning last into nth;
  return weft_number(weft_next_number.range, nth);
end $$;

create trigger place after update of name, language, active, status, initialized, deleting_since on partners for each row execute function weft_place_follows();

-- When a partner or tenant goes, its users and roles go together, in any order.
create trigger in_use before delete on roles for each row when (pg_trigger_depth() = 0) execute function weft_role_in_use();
