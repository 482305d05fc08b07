holds-no-part = { $folder } holds no { $suffix } file.
    .expected = One a part was expected.
    .todo = Check the folder and the format.
