## workbench/models

source-absent = { $source } is neither a file or folder here nor a release.
    .expected = A path was expected, or a release.
    .todo = Check the path, or name a release as campaign@version.
source-no-release = { $source } is neither a file or folder here nor a release.
    .expected = A path was expected, or a release. { $error-expected }
    .todo = Check the path, or name a release as campaign@version.
runs-of-two-tests =
    The runs { $first } and { $second } were both scored on { $label }, but it has { $other ->
        [items] other items
        [gold] other gold
        [scale] another scale
       *[data] data of another checksum
    } for the second.
    .expected = Runs scored on the same test were expected: same items, gold, scale and data.
    .todo = Run one of them again on the other's data, or compare them apart.
