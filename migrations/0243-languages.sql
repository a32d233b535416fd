-- Languages are the provider's to keep: which of them the interface and its mails are offered in, and which records may be translated
-- from and into. The interface has words in English and German only.
create sequence languages_id_seq as int start 3 owned by languages.id;
grant usage on sequence languages_id_seq to weft_app;
alter table languages
  alter column id set default nextval('languages_id_seq'),
  add column interface boolean not null default false check (not interface or short in ('en', 'de')),
  add column records boolean not null default true,
  add column is_default boolean not null default false check (not is_default or interface),
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
create policy write on languages using (weft_level() in ('provider', 'system')) with check (weft_level() in ('provider', 'system'));
update languages set interface = true, is_default = short = 'de';
create unique index languages_default on languages (is_default) where is_default;
insert into languages (label, name, short, iso_code) values
  ('Български', 'Bulgarian', 'bg', 'bg-BG'), ('Čeština', 'Czech', 'cs', 'cs-CZ'), ('Dansk', 'Danish', 'da', 'da-DK'), ('Ελληνικά', 'Greek', 'el', 'el-GR'),
  ('Español', 'Spanish', 'es', 'es-ES'), ('Eesti', 'Estonian', 'et', 'et-EE'), ('Suomi', 'Finnish', 'fi', 'fi-FI'), ('Français', 'French', 'fr', 'fr-FR'),
  ('Magyar', 'Hungarian', 'hu', 'hu-HU'), ('Bahasa Indonesia', 'Indonesian', 'id', 'id-ID'), ('Italiano', 'Italian', 'it', 'it-IT'), ('日本語', 'Japanese', 'ja', 'ja-JP'),
  ('Lietuvių', 'Lithuanian', 'lt', 'lt-LT'), ('Latviešu', 'Latvian', 'lv', 'lv-LV'), ('Nederlands', 'Dutch', 'nl', 'nl-NL'), ('Polski', 'Polish', 'pl', 'pl-PL'),
  ('Português', 'Portuguese', 'pt', 'pt-PT'), ('Română', 'Romanian', 'ro', 'ro-RO'), ('Русский', 'Russian', 'ru', 'ru-RU'), ('Slovenčina', 'Slovak', 'sk', 'sk-SK'),
  ('Slovenščina', 'Slovenian', 'sl', 'sl-SI'), ('Svenska', 'Swedish', 'sv', 'sv-SE'), ('Türkçe', 'Turkish', 'tr', 'tr-TR'), ('中文', 'Chinese', 'zh', 'zh-CN');
grant insert, update, delete on languages to weft_app;
create trigger touch before update on languages for each row execute function weft_touch();
call weft_audited('languages');
