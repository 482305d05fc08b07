## ui

signed-out = You are signed out: the sign-in has ended, or the account was switched off.
    .expected = A valid session was expected.
    .todo = Sign in again; everything you submitted is kept.
role = You are signed in as { $role }.
    .expected = This needs the role: { $roles }.
    .todo = Ask a manager to change your role, or go back to the home page.
