## aloi/ui/pages

dev-is-test = The part that the best epoch is chosen on is also a test.
    .expected = A test that nothing was chosen on was expected.
    .todo = Choose the best epoch on another part, or on nothing.
no-part-to-train-on = No part to train on was chosen.
    .expected = One or more were expected: the floors of these items learn from examples.
    .todo = Choose a part to train on.
seeds = The seeds are { $text }.
    .expected = Seeds are whole numbers with commas between them, such as 1, 2, 3.
    .todo = Correct them.
shares = The shares are { $text }.
    .expected = Shares are numbers above 0 and up to 100 with commas between them, such as 25, 50, 75, 100.
    .todo = Correct them.
shares-of-parts = The shares are { $text }.
    .expected = Parts with shares and commas between them were expected, such as train=.7,dev=.1,test=.2.
    .todo = Correct them.
uploads-of-one-name = Two of the uploaded files are called { $names }.
    .expected = Files with names of their own were expected: the later would replace the earlier.
    .todo = Rename one of them and upload it again; if they are the same file, remove one.
several-kinds-of-data = The chosen data are of several kinds, such as scored pairs and labelled texts.
    .expected = Data of one kind were expected: a model learns one kind of answer.
    .todo = Choose data of one kind.
suite-seeds = The seeds are { $text }.
    .expected = Whole numbers with commas were expected.
    .todo = Write them as 1, 2, 3, 4.
suite-setting = A setting is written { $text }.
    .expected = SETTING=VALUE was expected.
    .todo = Write it as epochs=2.

## ui

signed-out = You are signed out: the sign-in has ended, or the account was switched off.
    .expected = A running sign-in was expected.
    .todo = Sign in again; everything you submitted is kept.
role = You are signed in as { $role }.
    .expected = This needs the role: { $roles }.
    .todo = Ask a manager to change your role, or go back to the home page.

## aloi/ui/server

oidc-issuer = The setting oidc_issuer is { $issuer }.
    .expected = The address of a provider of OpenID Connect was expected, with https.
    .todo = Write it as the provider gives it, such as https://login.example.org/realms/lab.
oidc-client = The setting oidc_issuer is { $issuer }, and oidc_client is empty.
    .expected = What this program is called at the provider was expected.
    .todo = Set ALOI_OIDC_CLIENT, and ALOI_OIDC_SECRET where the provider gave one.
port-cannot-used = Port { $port } of { $host } cannot be used: { $error }.
    .expected = A free port of this machine was expected.
    .todo = Stop the other program, or choose another port with --port.
