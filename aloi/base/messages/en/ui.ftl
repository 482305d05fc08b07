## aloi/ui/pages

dev-is-test = The split for choosing the best epoch is also a test split.
    .expected = A test split that is not used to choose anything was expected.
    .todo = Choose the best epoch on another split, or do not choose it.
no-part-to-train-on = No training split was chosen.
    .expected = At least one was expected: the baselines for these items need training data.
    .todo = Choose a training split.
shares-of-parts = The shares are { $text }.
    .expected = Splits with shares, separated by commas, were expected, such as train=.7,dev=.1,test=.2.
    .todo = Correct them.
uploads-of-one-name = Two of the uploaded files are called { $names }.
    .expected = Files with unique names were expected: the second would replace the first.
    .todo = Rename one of them and upload it again; if they are the same file, remove one.
several-kinds-of-data = The chosen data are of several kinds, such as scored pairs and labelled texts.
    .expected = Data of one kind were expected: a model learns one kind of answer.
    .todo = Choose data of one kind.

## ui

signed-out = You are signed out: the sign-in has ended, or the account was switched off.
    .expected = A valid session was expected.
    .todo = Sign in again; everything you submitted is kept.
role = You are signed in as { $role }.
    .expected = This needs the role: { $roles }.
    .todo = Ask a manager to change your role, or go back to the home page.

## aloi/ui/server

oidc-issuer = The setting oidc_issuer is { $issuer }.
    .expected = The https address of an OpenID Connect provider was expected.
    .todo = Write it as the provider gives it, such as https://login.example.org/realms/lab.
oidc-client = The setting oidc_issuer is { $issuer }, and oidc_client is empty.
    .expected = The client id of this program at the provider was expected.
    .todo = Set ALOI_OIDC_CLIENT, and ALOI_OIDC_SECRET if the provider gave one.
port-cannot-used = Port { $port } of { $host } cannot be used: { $error }.
    .expected = A free port of this machine was expected.
    .todo = Stop the other program, or choose another port with --port.
