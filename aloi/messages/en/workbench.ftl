## workbench/models

source-absent = { $source } is neither a file or folder here nor a release.
    .expected = A path was expected, or a release.
    .todo = Check the path, or name a release as campaign@version.
source-no-release = { $source } is neither a file or folder here nor a release.
    .expected = A path was expected, or a release. { $error-expected }
    .todo = Check the path, or name a release as campaign@version.
